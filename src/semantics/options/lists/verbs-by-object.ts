/**
 * Verbs that mean the same as another only with certain objects, as "verbs = meaning: objects". To purge a log deletes
 * its lines, to purge a cache empties it and keeps it; to bring in an expert is to hire one, to bring in a tool is not.
 */
export const VERBS_BY_OBJECT = `
purge erase wipe expunge prune cleanup = delete: log record row entry event message file account user session token backup document snapshot artifact image branch invoice order comment profile email history datum key flag dependency
write = build: parser scheduler library tool script service framework crypto compiler client server plugin linter wrapper adapter application prototype simulator generator orm editor bot
watch track observe = monitor: queue depth latency metric error usage rate memory cpu disk traffic log service health uptime throughput cost budget consumption performance job
save = store: draft file datum state setting session event record preference result upload image avatar photo document report log message token progress snapshot backup
grant = give: access permission right privilege role
terminate = close: connection session socket channel
bringin takeon engage = hire: contractor consultant freelancer expert specialist engineer developer designer tester agency architect analyst writer lawyer auditor person team
shorten trim = reduce: sprint cycle iteration timeout interval window lifetime ttl period duration meeting
prolong stretch = extend: sprint cycle iteration deadline trial support timeout interval window lifetime period duration
uncover detect discover = find: bug defect error vulnerability leak regression
alert page = notify: oncall team engineer person user customer lead owner
forward ship = send: log event metric message trace report
separate = split: read write concern repository frontend backend
record = log: event request error access action change query decision
flush empty = clear: cache queue buffer
hold = delay: release launch rollout deployment migration upgrade merge
freeze = pin: dependency version
disclose = publish: incident vulnerability breach
isolate = separate: tenant customer environment network
extend = expand: matrix scope coverage team support test
mirror = copy: traffic
clean = sanitize: input
launch = start: pilot project program campaign trial initiative
lift = raise: limit quota cap
port = migrate: application service code library script client
correct patch address tackle = fix: error bug typo leak vulnerability defect regression
reverse = revert: migration change
bound = limit: length size
secure = protect: branch
fill = populate: cache table
acquire = buy: licence license company tool
refresh = renew: certificate token
revise = update: guide document documentation policy plan
tune = optimize: query performance index
expand = increase: cluster pool capacity
terminate = stop: contract agreement trial pilot
describe = document: api endpoint interface
submit = send: event metric message report alert
trigger = run: job pipeline build workflow task
file open = create: ticket issue
widen = increase: team pool budget capacity quota limit
author compose draft = write: document documentation report proposal specification runbook guide adr
`;
