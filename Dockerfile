# docker build -t hayrick .
# docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/work" hayrick demo --out runs/demo
# Models need the extra llm: docker build --build-arg EXTRAS=[llm] -t hayrick .
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE THIRD_PARTY.md ./
COPY src src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /dist .

FROM python:3.12-slim
ARG EXTRAS=
COPY --from=build /dist /dist
RUN pip install --no-cache-dir "$(echo /dist/*.whl)$EXTRAS" && useradd --create-home hayrick
# A user that --user names has no home of its own.
ENV HOME=/tmp
USER hayrick
WORKDIR /work
ENTRYPOINT ["hayrick"]
CMD ["--help"]
