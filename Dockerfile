# The program and its data in one image:
#   docker run -p 8080:8080 -e BASE_URL=https://gamedata.example.org IMAGE
# builds the site for that address at startup, and serves it. With -v FOLDER:/site:ro -e SITE=/site it serves your own site.
# A release passes the base image pinned to its resolved digest.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json compile.mjs ./
RUN npm ci --ignore-scripts
COPY LICENSE README.md ./
COPY build build
COPY proxy proxy
COPY gamedata gamedata
# The package, which depends on nothing.
RUN node compile.mjs package && node .package/.compiled/gamedata.js check
ARG GAMEDATA_VERSION
# The site for the default address, so that it is not built at startup.
RUN node .package/.compiled/gamedata.js build --out site

FROM ${NODE_IMAGE}
ARG GAMEDATA_VERSION
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DRAIN_SECONDS=5 GAMEDATA_VERSION=$GAMEDATA_VERSION
WORKDIR /app
# The files belong to root and the process to another user, so it cannot change them. It writes only to /tmp.
COPY --from=build /app/.package ./
COPY --from=build /app/site site
COPY --from=build /app/proxy/deploy/container.sh ./
USER node
EXPOSE 8080
# The site may be built first, which takes about 10 seconds of processor time.
HEALTHCHECK --interval=15s --timeout=3s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["./container.sh"]
