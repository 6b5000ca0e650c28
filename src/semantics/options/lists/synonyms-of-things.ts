/** Nouns of architecture, operation, process, people and money, in the form and by the rule of `synonyms.ts`. */
export const SYNONYMS_OF_THINGS = `
goal objective aim
risk hazard danger
salary wage
firm company
manager boss
guide handbook
memory ram
binary executable
typeface font
tool utility
website site
holiday vacation
newcomer newhire joiner
intern trainee apprentice
lawyer attorney
colleague coworker teammate
drawback downside disadvantage
benefit advantage upside
reason rationale
mistake slip
glossary vocabulary
threshold cutoff
deadline duedate
phone smartphone
cellular mobile
survey questionnaire
workshop seminar
summary synopsis
snippet excerpt
playbook runbook
workplace office
resilience robustness
reliability dependability
brevity conciseness
leftover remainder
expert specialist
`;
