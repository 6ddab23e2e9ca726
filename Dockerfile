# An image with nothing but the static binary:
#
#   docker build -t forgelint .
#   docker run --rm -v "$PWD:/work:ro" forgelint
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags="-s -w -buildid=" -o /forgelint ./cmd/forgelint

FROM scratch
COPY --from=build /forgelint /forgelint
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/forgelint"]
