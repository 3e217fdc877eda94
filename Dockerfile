# The bot with every door, without what only tests and training need. docs/deploy.md says how to run it.
#   docker build --build-arg TORCH_ARGS="..." .     for pip when it installs PyTorch, such as the index of its CPU wheels

FROM python:3.11-slim AS build
ARG TORCH_ARGS=""
WORKDIR /src
COPY setup.cfg pyproject.toml constraints.txt README.md LICENSE NOTICE attune.py ./
RUN python -m venv /opt/attune
RUN /opt/attune/bin/pip install --no-cache-dir --constraint constraints.txt --no-deps ${TORCH_ARGS} torch
COPY bot bot
COPY skills skills
COPY agents agents
COPY worlds worlds
COPY configs configs
RUN /opt/attune/bin/pip install --no-cache-dir --constraint constraints.txt \
    ".[telegram,discord,web,run,postgresql,picture]"

FROM python:3.11-slim
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/attune attune
COPY --from=build /opt/attune /opt/attune
ENV PATH=/opt/attune/bin:$PATH OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    XDG_DATA_HOME=/var/lib MPLCONFIGDIR=/tmp/matplotlib
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
