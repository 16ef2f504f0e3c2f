# The program and its data in one image, for any address:
#   docker run -p 8080:8080 -e BASE_URL=https://gamedata.example.org IMAGE
# serves the site at that address from a second or two after its start. With -v FOLDER:/site:ro -e SITE=/site it serves a site of yours.
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json compile.mjs ./
RUN npm ci --ignore-scripts
COPY build build
COPY proxy proxy
COPY gamedata gamedata
RUN npm run -s compile && node .compiled/gamedata.js check && npm prune --omit=dev --ignore-scripts
ARG GAMEDATA_VERSION
# The site that is moved to BASE_URL at the start.
RUN BASE_URL=http://anywhere.invalid/at-any-path node .compiled/gamedata.js build --out site

FROM node:22-slim
ARG GAMEDATA_VERSION
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DRAIN_SECONDS=5 GAMEDATA_VERSION=$GAMEDATA_VERSION
WORKDIR /app
# Owned by root, run by another: nothing of it can be changed from inside. Only /tmp is written to.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/.compiled .compiled
COPY --from=build /app/build/pages/guides build/pages/guides
COPY --from=build /app/build/schema/reports build/schema/reports
COPY --from=build /app/gamedata gamedata
COPY --from=build /app/site site
COPY --from=build /app/proxy/deploy/container.sh ./
USER node
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["./container.sh"]
