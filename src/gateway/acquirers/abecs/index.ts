export { APPROVED_CODE, approvalText } from './approvals.ts';
export { codeFor, declineFor, issuerScenarios } from './declines.ts';
