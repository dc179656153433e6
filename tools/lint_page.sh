#!/bin/sh
# Check the types and the style of the page of the studio. Without npm this does nothing, and says so.
set -eu
cd "$(dirname "$0")/page"
if ! command -v npm >/dev/null; then
  echo "npm is missing: the page of the studio is not checked" >&2
  exit 0
fi
# What is there is what package.json asked for when it was installed.
if [ ! -f node_modules/.installed ] || [ package.json -nt node_modules/.installed ]; then
  if ! npm install --no-audit --no-fund --no-package-lock --silent; then
    echo "npm installs nothing here: the page of the studio is not checked" >&2
    exit 0
  fi
  touch node_modules/.installed
fi
npm run --silent lint
