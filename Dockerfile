FROM node:24-slim

RUN mkdir -p /app/.trailmark && chown -R node:node /app
USER node
WORKDIR /app

COPY --chown=node:node . .
RUN npm ci --ignore-scripts --no-audit --no-fund && node scripts/build-web.mjs && node scripts/build-program.mjs

VOLUME /app/.trailmark
EXPOSE 3000
CMD ["npm", "start"]
