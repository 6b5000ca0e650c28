/** Words that frame a choice without being part of it: "we should use X" is X. */
export const FRAME_WORDS = `
a an the we i you they our us my me it its this that these those there one's
should would could can shall will may might must do does did is are be been being am was were
let please simply definitely probably certainly clearly strongly really absolutely personally maybe perhaps
consider considering considered adopted adoption selected picked preferred recommended suggested proposed
introduced introduction implemented employed backed usage honestly overall ultimately therefore thus hence
use using used uses utilize utilise employ adopt adopting choose choosing chosen pick picking select selecting
prefer preferring recommend recommending suggest suggesting propose proposing favor favoring introduce introducing
implement implementing leverage leveraging embrace embracing apply establish
option options choice alternative vote votes
approach strategy way method based oriented both
happen happens occur occurs
i'd we'd i'll we'll
`;

/** Generic heads that add nothing after a name: "the React framework" is React. */
export const KIND_WORDS = `
database db framework library language server tool platform engine stack architecture pattern protocol format
technology software runtime solution route path broker bundler orm linter
`;

/** Turn the meaning of what follows around. */
export const NEGATIONS = `
not no never without lacking avoid avoiding reject rejecting refuse decline neither nor skip skipping deny omit shun dont doesnt shouldnt wont cant
`;

/** Said of the word before them; dropped, since English often leaves them out ("caching at the edge", "edge caching"). */
export const PREPOSITIONS = 'of in on at for to into onto with by from via as per within through';

/** Order of what stands on either side carries the meaning. */
export const ORDER_WORDS =
  'before after then than to into onto under below above behind atop front beneath towards between against until';

/** A letter or number after one of these is a name: the "a" of "option a" is no article. */
export const LABELLED = `
option choice alternative plan proposal approach variant version candidate scenario phase team group solution design
step stage tier level model idea scheme track path case strategy answer type class category
`;
