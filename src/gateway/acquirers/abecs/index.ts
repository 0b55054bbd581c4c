export { APPROVED_CODE, approvalText } from './approvals.ts';
export { codeFor, declineFor, issuerScenarios } from './declines.ts';
export { merchantAdviceFor } from './merchant-advice.ts';
