# syntax=docker/dockerfile:1

# .ci/check-container holds the packages of both stages against Debian 12 and against what the binary loads.

FROM swift:6.3-bookworm AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      ca-certificates libharfbuzz-dev libicu-dev libjansson-dev libmicrohttpd-dev libpq-dev libsqlite3-dev \
      nettle-dev pkg-config zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN swift build -c release --force-resolved-versions --static-swift-stdlib --product tessera \
 && install -D "$(swift build -c release --static-swift-stdlib --show-bin-path)/tessera" /image/tessera \
 && strip /image/tessera

FROM debian:bookworm-slim
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Tessera" \
      org.opencontainers.image.description="Layout as a service: UICollectionView's layout half as an HTTP API" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.vendor="The Tessera authors" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.base.name="docker.io/library/debian:bookworm-slim"
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      libharfbuzz0b libicu72 libjansson4 libmicrohttpd12 libnettle8 libpq5 libsqlite3-0 zlib1g \
      fonts-dejavu-core fonts-inter fonts-noto-cjk fonts-noto-color-emoji fonts-noto-core \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o 65532 -g 65532 /data
COPY --from=build /image/tessera /usr/local/bin/tessera
COPY LICENSE /usr/share/doc/tessera/LICENSE

# By number, so that an orchestrator can see that it is not root.
USER 65532:65532
# Where collections are kept; a volume of a name outlives the container.
WORKDIR /data
VOLUME /data
ENV TESSERA_LISTEN=0.0.0.0:8080 TESSERA_DATA_DIRECTORY=/data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["tessera", "health"]
ENTRYPOINT ["/usr/local/bin/tessera"]
CMD ["serve"]
