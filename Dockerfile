# The bot with every door, without what only tests and training need. docs/deploy.md says how to run it.
#   docker build --build-arg BASE=python@sha256:... .   the base image by its digest; docs/deploy.md has the command

ARG BASE=python:3.11-slim

FROM ${BASE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
COPY setup.cfg pyproject.toml constraints.txt README.md LICENSE NOTICE attune.py ./
COPY deploy/locks deploy/locks
RUN python -m venv /opt/attune
RUN /opt/attune/bin/pip install --require-hashes --no-deps --requirement deploy/locks/build.txt
RUN /opt/attune/bin/pip install --require-hashes --no-deps --no-build-isolation --requirement deploy/locks/run.txt --requirement deploy/locks/encoder_base.txt
COPY bot bot
COPY skills skills
COPY agents agents
COPY worlds worlds
COPY configs configs
RUN /opt/attune/bin/pip install --no-index --no-build-isolation ".[telegram,discord,web,run,postgresql,picture]"

FROM ${BASE}
ARG BASE
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/attune attune
COPY --from=build /opt/attune /opt/attune
ENV PATH=/opt/attune/bin:$PATH OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    XDG_DATA_HOME=/var/lib MPLCONFIGDIR=/tmp/matplotlib ATTUNE_BASE_IMAGE=${BASE} ATTUNE_CONTAINER=1
USER attune
WORKDIR /var/lib/attune
VOLUME /var/lib/attune
EXPOSE 8765
# For a bot whose file opens the web door; `docker run --no-healthcheck` for others. It is for whoever looks: Docker restarts
# nothing for it. A bot that is not well ends by itself, and `docker run --init --restart unless-stopped` starts it again.
HEALTHCHECK --start-period=90s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8765/healthz')"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["attune"]
CMD ["run", "/etc/attune/bot.toml"]
