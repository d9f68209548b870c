# Taflhalla in a container:
#
#   docker build -t taflhalla .
#   docker run -p 8080:8080 -v taflhalla:/data taflhalla
#
# Programs that the hall offers as opponents (--bot) need what they are written in:
# install it in an image of your own that begins with FROM taflhalla. A container
# may make no namespaces, so the strictest sandbox works only with
#
#   docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined ...
#
# and the hall takes the next best without.

FROM rust:1.95-bookworm AS build
WORKDIR /build
COPY . .
# The browser interface is compiled for this target.
RUN rustup target add wasm32-unknown-unknown
RUN cargo build --profile dist --locked --bin hall

FROM debian:bookworm-slim
# The sandbox for programs that the operator offers as opponents.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --no-create-home hall \
    && install --directory --owner hall /data
COPY --from=build /build/target/dist/hall /usr/local/bin/hall
USER hall
ENV HALL_LISTEN=0.0.0.0:8080 HALL_DATA=/data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["hall"]
CMD ["serve"]
