/** Words that exclude one another, as pairs. */
export const OPPOSITES = `
enable disable, allow forbid, add remove, keep remove, keep replace, keep move, keep rewrite, keep split, increase decrease,
start stop, begin finish, open close, open closed, buy build, split combine, accept reject, before after, above below,
more fewer, more less, most least, first last, early late, fast slow, big small, high low, long short, new old,
hot cold, hard soft, strict loose, strong weak, strong eventual, optimistic pessimistic, horizontal vertical,
static dynamic, manual automatic, public private, internal external, inhouse thirdparty, local remote,
central distributed, centralized decentralized, synchronous asynchronous, blocking nonblocking, eager lazy,
push pull, read write, client server, frontend backend, input output, import export, upload download,
incremental bigbang, monolith microservice, monorepo polyrepo, stateful stateless, serial parallel,
sequential parallel, sequential concurrent, relational nosql, sql nosql, cloud onpremise, selfhosted managed,
opensource closedsource, optin optout, mandatory optional, now later, delay now, delay release, all some, all none,
all one, everyone nobody, single multiple, singletenant multitenant, shared separate, upgrade downgrade,
hire fire, true false, yes no, left right, up down, on off, inside outside, compile interpret, always never,
online offline, realtime batch, encrypted plaintext, whitelist blacklist, immutable mutable, raise lower,
maximum minimum, best worst, cheap expensive, simple complex, permanent temporary, direct indirect,
row column, forward backward, ascending descending, light dark, daily weekly, weekly monthly, daily monthly,
hourly daily, producer consumer, master slave, primary replica, primary secondary, leader follower, senior junior
`;

/** Put before a word, each turns it around. */
export const OPPOSING_PREFIXES = 'un in im ir il de dis non anti a';
