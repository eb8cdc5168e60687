# syntax=docker/dockerfile:1

# Two targets: the default with all fonts, and `slim` without those for Chinese, Japanese, Korean and emoji.
# Pin the bases with a digest: --build-arg DEBIAN_IMAGE=docker.io/library/debian:bookworm-slim@sha256:...
# tools/check-container builds and runs both targets; tools/check-packages compares the packages with a binary.
ARG SWIFT_IMAGE=docker.io/library/swift:6.3-bookworm
ARG DEBIAN_IMAGE=docker.io/library/debian:bookworm-slim

# The files of web that are made from others: the types of the client, and the schema and the examples of the playground.
FROM ${DEBIAN_IMAGE} AS generated
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      node-typescript \
      python3-yaml \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY tools/assemble-openapi tools/client-types tools/generate tools/playground-schema tools/reference-page tools/
COPY docs/openapi docs/openapi
COPY openapi.yaml ./
COPY examples examples
COPY web web
RUN tools/generate --all

FROM ${SWIFT_IMAGE} AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      ca-certificates \
      esbuild \
      libcurl4-openssl-dev \
      libharfbuzz-dev \
      libhyphen-dev \
      libicu-dev \
      libjansson-dev \
      libmicrohttpd-dev \
      libpq-dev \
      libsqlite3-dev \
      libwoff-dev \
      nettle-dev \
      pkg-config \
      rollup \
      zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
# Without tests, so that a change to one compiles nothing here.
ENV TESSERA_TESTS=""
COPY Package.swift Package.resolved ./
RUN swift package resolve --force-resolved-versions
COPY openapi.yaml ./
COPY tools/bundle-client tools/client-bundle.mjs tools/embed-web tools/page-engine tools/page-engine-rest.txt tools/split-functions.c tools/
COPY tools/EmbedWeb tools/EmbedWeb
COPY --from=generated /source/web web
COPY examples/pages examples/pages
COPY Sources Sources
# The engine for pages first: the program carries it.
RUN tools/page-engine \
 && swift build -c release --force-resolved-versions --static-swift-stdlib --product tessera \
 && mkdir /image \
 && llvm-objcopy --strip-all --remove-section=.swift_modhash --remove-section=.note.gnu.build-id \
      "$(swift build -c release --static-swift-stdlib --show-bin-path)/tessera" /image/tessera
# For the list of components: what of Package.resolved is linked, and the release of the Swift runtime.
RUN swift package --force-resolved-versions show-dependencies --format json > /image/linked.json \
 && swift --version > /image/swift-version 2>/dev/null

FROM ${DEBIAN_IMAGE} AS libraries
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      ca-certificates \
      libcurl4 \
      libharfbuzz0b \
      libhyphen0 \
      libicu72 \
      libjansson4 \
      libmicrohttpd12 \
      libnettle8 \
      libpq5 \
      libsqlite3-0 \
      libwoff1 \
      zlib1g \
      fonts-dejavu-core \
      fonts-inter \
      fonts-noto-core \
      hyphen-de \
      hyphen-en-us \
      hyphen-es \
      hyphen-fr \
      hyphen-it \
      hyphen-nl \
      hyphen-sv \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o 65532 -g 65532 /data
# Where collections are stored; a named volume outlives the container.
WORKDIR /data
VOLUME /data
ENV TESSERA_LISTEN=0.0.0.0:8080 TESSERA_DATA_DIRECTORY=/data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["tessera", "health"]
ENTRYPOINT ["/usr/local/bin/tessera"]
CMD ["serve"]

FROM libraries AS fonts
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      fonts-noto-cjk \
      fonts-noto-color-emoji \
 && rm -rf /var/lib/apt/lists/*

# From here on, the two targets have the same lines. Nothing above depends on the sources or on the revision.
FROM libraries AS slim
COPY LICENSE /usr/share/doc/tessera/LICENSE
COPY --from=build /image/tessera /usr/local/bin/tessera
ARG VERSION=0.1.0
ARG SOURCE_DATE_EPOCH
RUN --mount=type=bind,source=.,target=/run/source --mount=type=bind,from=build,source=/image,target=/run/build \
    /run/source/tools/sbom /run/source/Package.resolved /run/build /usr/local/bin/tessera "${VERSION}" \
      > /usr/share/doc/tessera/sbom.cdx.json
ARG DEBIAN_IMAGE
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Tessera" \
      org.opencontainers.image.description="Layout as a service: UICollectionView's layout half as an HTTP API" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.vendor="The Tessera authors" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.base.name="${DEBIAN_IMAGE}"
# By number, so that an orchestrator can see that it is not root.
USER 65532:65532

FROM fonts
COPY LICENSE /usr/share/doc/tessera/LICENSE
COPY --from=build /image/tessera /usr/local/bin/tessera
ARG VERSION=0.1.0
ARG SOURCE_DATE_EPOCH
RUN --mount=type=bind,source=.,target=/run/source --mount=type=bind,from=build,source=/image,target=/run/build \
    /run/source/tools/sbom /run/source/Package.resolved /run/build /usr/local/bin/tessera "${VERSION}" \
      > /usr/share/doc/tessera/sbom.cdx.json
ARG DEBIAN_IMAGE
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Tessera" \
      org.opencontainers.image.description="Layout as a service: UICollectionView's layout half as an HTTP API" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.vendor="The Tessera authors" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.base.name="${DEBIAN_IMAGE}"
USER 65532:65532
