// Loaded into a program before its own code. Answers each message with the functions that ran since the last one, and
// writes the last ones to a file when the program ends.
const { writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  process.on('message', () => process.send(takeCoverage(session)));
  // The program must end when its own work does.
  process.channel.unref();
  process.on('exit', () => writeFileSync(process.env.WALK_END, JSON.stringify(takeCoverage(session))));
}

/** For each of the program's scripts: its length as V8 sees it, and the start and the name of the functions that ran. */
function takeCoverage(session) {
  let scripts = [];
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    scripts = result
      .filter(({ url }) => url.includes(process.env.WALK_FOLDER))
      .map(({ url, functions }) => ({
        url,
        length: functions[0].ranges[0].endOffset,
        ran: functions.flatMap(({ functionName, ranges: [{ count, startOffset }] }) =>
          count === 0 ? [] : [{ name: functionName, start: startOffset }],
        ),
      }));
  });
  return scripts;
}
