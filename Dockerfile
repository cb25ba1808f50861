# The server, and the image of Dask's scheduler and workers: see compose.yaml.
FROM python:3.13-slim AS wheel
WORKDIR /source
COPY . .
RUN pip wheel --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/outflank-*.whl)[cluster]" && rm -rf /wheels \
    && useradd --create-home player && mkdir /games && chown player /games
USER player
ENV OUTFLANK_DATA_DIR=/games
# Compile the kernels for the processor of the machine that builds the image; another one
# compiles its own at the first start.
RUN outflank compile
VOLUME /games
EXPOSE 8008
CMD ["outflank", "serve", "--host", "0.0.0.0", "--no-browser"]
