import type { IssuerRefusal } from './issuer-scenarios.ts';
import type { ScenarioChanges } from './scenario.ts';

const NO_FUNDS: IssuerRefusal = { scenario: '051' };
const GENERIC: IssuerRefusal = { scenario: '005' };
const ANSWER_LOST = { authorize: { answer: 'none' } } as const;
const PENDING_MS = 10_000;

/** Scenarios 6xx (docs/contract/acquirers.md I.4): how each differs from a plain approval. */
export const technicalScenarios: Readonly<Record<string, ScenarioChanges>> = {
  '601': { authorize: { decidesAfterMs: 5_000 } },
  '602': { authorize: { decidesAfterMs: 25_000 } },
  '603': { authorize: { recorded: false, answer: 'none' } },
  '604': ANSWER_LOST,
  '605': { authorize: { answer: 'connection_reset' } },
  '606': { authorize: { recorded: false, answer: 'connection_refused' } },
  '607': { authorize: { recorded: false, answer: 'server_error' } },
  '608': { authorize: { answer: 'bad_gateway' } },
  '609': { authorize: { answer: 'truncated' } },
  '610': { authorize: { firstCallRejectedWith: 401 } },
  '611': { authorize: { firstCallRejectedWith: 429 } },
  '612': { authorize: { recorded: false, answer: 'duplicate' } },
  '613': { ...ANSWER_LOST, queriesFailForMs: 3 * 60_000 },
  '614': { ...ANSWER_LOST, undo: { callsThatTimeOut: 2, refused: false } },
  '615': { ...ANSWER_LOST, undo: { callsThatTimeOut: 0, refused: true } },
  '616': { capture: 'answer_lost' },
  '617': { capture: 'authorization_expired' },
  '618': { refund: 'processing' },
  '619': { refund: 'no_balance' },
  '620': { refund: 'answer_lost' },
  '621': { pendingMs: PENDING_MS },
  '622': { pendingMs: PENDING_MS, issuer: GENERIC },
  /** Approved: chargebacks and tokens are not part of the connector contract. */
  '623': {},
  '624': { issuer: NO_FUNDS, zeroAmountPasses: true },
  '625': {},
  '626': { authorize: { acceptsReferenceAgain: true } },
};
