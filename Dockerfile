# The program and its data in one image:
#   docker run -p 8080:8080 -e BASE_URL=https://gamedata.example.org IMAGE
# builds the site for that address at startup, and serves it. With -v FOLDER:/site:ro -e SITE=/site it serves your own site.
# A release passes the base image pinned to its resolved digest.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json compile.mjs ./
RUN npm ci --ignore-scripts
COPY build build
COPY proxy proxy
COPY gamedata gamedata
RUN npm run -s compile && node .compiled/gamedata.js check && npm prune --omit=dev --ignore-scripts
ARG GAMEDATA_VERSION
# The site for the default address, so that it is not built at startup.
RUN node .compiled/gamedata.js build --out site

FROM ${NODE_IMAGE}
ARG GAMEDATA_VERSION
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DRAIN_SECONDS=5 GAMEDATA_VERSION=$GAMEDATA_VERSION
WORKDIR /app
# The files belong to root and the process to another user, so it cannot change them. It writes only to /tmp.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/.compiled .compiled
COPY --from=build /app/build/generator/hosts/templates build/generator/hosts/templates
COPY --from=build /app/build/generator/pages/guides build/generator/pages/guides
COPY --from=build /app/build/generator/pages/static build/generator/pages/static
COPY --from=build /app/gamedata gamedata
COPY --from=build /app/site site
COPY --from=build /app/proxy/deploy/container.sh ./
USER node
EXPOSE 8080
# The site may be built first, which takes about 10 seconds of processor time.
HEALTHCHECK --interval=15s --timeout=3s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["./container.sh"]
