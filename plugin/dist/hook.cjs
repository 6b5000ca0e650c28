'use strict';
// Claude Code starts this if the plugin was installed from a repository, which contains no built program.
const { findWitan, startOther } = require('./witan.cjs');

const found = findWitan();
if (found?.folder !== undefined) require(`${found.folder}/hook.cjs`);
else if (found !== undefined) startOther(found.program, ['hook', ...process.argv.slice(2)]);
