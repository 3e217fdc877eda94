# The bot with every door, without what only tests and training need. docs/deploy.md says how to run it.
#   docker build --build-arg TORCH_ARGS="..." .     for pip when it installs PyTorch, such as the index of its CPU wheels
#   docker build --build-arg BASE=python@sha256:... .   the base image by its digest; docs/deploy.md has the command

ARG BASE=python:3.11-slim

FROM ${BASE} AS build
ARG TORCH_ARGS=""
ARG TORCH_SHA256=""
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
COPY setup.cfg pyproject.toml constraints.txt README.md LICENSE NOTICE attune.py ./
COPY deploy/locks deploy/locks
COPY deploy/torch_pin.py deploy/torch_pin.py
RUN python -m venv /opt/attune
RUN /opt/attune/bin/pip install --dry-run --no-deps --report torch.json --constraint constraints.txt ${TORCH_ARGS} torch \
    && /opt/attune/bin/python deploy/torch_pin.py torch.json ${TORCH_SHA256} > torch.txt \
    && /opt/attune/bin/pip install --require-hashes --no-deps ${TORCH_ARGS} --requirement torch.txt
RUN /opt/attune/bin/python -c "from importlib.metadata import version; raise SystemExit('+cpu' not in version('torch'))" \
    || /opt/attune/bin/pip install --require-hashes --no-deps --requirement deploy/locks/cuda.txt
RUN /opt/attune/bin/pip install --require-hashes --no-deps --requirement deploy/locks/build.txt
RUN /opt/attune/bin/pip install --require-hashes --no-deps --no-build-isolation --requirement deploy/locks/run.txt
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
