/** Verbs by the acts of a software team, in the form and by the rule of `synonyms.ts`. */
export const SYNONYMS_OF_DEEDS = `
clarify explain
encrypt encipher
decrypt decipher
deduplicate dedupe dedup
debug troubleshoot diagnose
collaborate cooperate
classify categorize
serialize marshal
deserialize unmarshal
precompute precalculate
infer deduce
manage administer
delegate entrust
resume unpause
prevent avert
warn caution
reveal divulge
locate pinpoint
worsen degrade
oblige compel
containerize dockerize
follow obey adhere
help assist aid
demonstrate demo
hinder impede hamper
reconsider rethink revisit
reassess reevaluate
exceed surpass
standardize harmonize
rehearse practise
reinstate reintroduce
archive mothball
crosscheck doublecheck
handle tackle
coach mentor
strengthen reinforce fortify
vet screen
unfreeze thaw
decompress unzip uncompress
compress zip
reallocate redistribute
negotiate bargain
respect honor
reimburse refund
persuade convince
revise amend
rearrange reorder
interrupt disrupt
illustrate depict
imitate emulate
foresee anticipate
forgo waive
entice attract
mitigate alleviate
`;
