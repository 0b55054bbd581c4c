export { APPROVED_CODE, approvalText } from './approvals.ts';
export { codeFor, declineFor, issuerScenarios, schemeCodes } from './declines.ts';
export { merchantAdviceFor } from './merchant-advice.ts';
export { schemeRules } from './scheme-rules.ts';
