import {
  ACCOUNT_KINDS,
  DECLINE_CLASSES,
  isBank,
  type OnAcquirerCall,
} from '../../gateway/providers/index.ts';
import { boundedLabel, type Metrics } from '../../platform/metrics.ts';
import { METRICS } from './metric-catalogue.ts';

/** In the sandbox a sale may name any provider; each new label would stay in memory. */
const MAX_PROVIDER_LABELS = 20;
/** Kinds of payment that a charge at a bank asks for. */
export const CHARGED_KINDS = ['pix', 'bankSlip'] as const;
/** A call may take 30 s, a first one with a token of the acquirer longer. */
const CALL_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Counted from 0 once a provider is used, so that their first increase is seen. */
const OUTCOMES = [
  ...['approved', 'declined', 'buyer_awaited', 'pending'],
  ...['not_sent', 'invalid_request', 'duplicate', 'unknown', 'refused_before_sending'],
] as const;
/** Of charges at banks, from 0 for each bank: those that are told of when they are many, beside those that are made. */
const CHARGE_OUTCOMES = ['buyer_awaited', 'declined', 'invalid_request', 'not_sent', 'unknown'] as const;
const AUTHENTICATIONS = ['started', 'approved', 'failed', 'declined'] as const;

export interface AcquirerMetrics {
  readonly onCall: OnAcquirerCall;
  onOutcome(provider: string, outcome: string): void;
  /** A buyer came back from 3-D Secure, and the acquirer's answer was stored. */
  onAuthenticated(provider: string, result: string): void;
  onMovement(provider: string, movement: string, outcome: string): void;
  onStoredCard(provider: string, outcome: string): void;
  /** A bank does not take the credentials or the certificate of an account. */
  onTokenRefused(provider: string): void;
}

/** Counts what acquirers answer and how long they take. */
export function measureAcquirers(metrics: Metrics): AcquirerMetrics {
  const calls = metrics.histogram(METRICS.acquirerRequests, CALL_BUCKETS_SECONDS);
  const outcomes = metrics.counter(METRICS.acquirerOutcomes);
  const declines = metrics.counter(METRICS.acquirerDeclines);
  const movements = metrics.counter(METRICS.acquirerMovements);
  const authentications = metrics.counter(METRICS.authentications);
  const storedCards = metrics.counter(METRICS.storedCards);
  const pixCharges = metrics.counter(METRICS.pixCharges);
  const tokensRefused = metrics.counter(METRICS.bankTokensRefused);
  for (const { provider } of ACCOUNT_KINDS.filter((kind) => isBank(kind.provider))) {
    tokensRefused.inc({ provider }, 0);
    for (const kind of CHARGED_KINDS) {
      for (const outcome of CHARGE_OUTCOMES) pixCharges.inc({ provider, kind, outcome }, 0);
    }
  }
  const bounded = boundedLabel(MAX_PROVIDER_LABELS);
  const started = new Set<string>();
  const label = (name: string): string => {
    const provider = bounded(name);
    if (started.has(provider)) return provider;
    started.add(provider);
    for (const outcome of OUTCOMES) outcomes.inc({ provider, outcome }, 0);
    for (const decline_class of DECLINE_CLASSES) declines.inc({ provider, decline_class }, 0);
    for (const result of AUTHENTICATIONS) authentications.inc({ provider, result }, 0);
    return provider;
  };
  return {
    onCall: ({ provider: name, operation, kind, outcome, seconds, declineClass }) => {
      const provider = label(name);
      calls.observe({ provider, operation, outcome }, seconds);
      if (kind !== undefined) pixCharges.inc({ provider, kind, outcome });
      if (operation === 'authorize' && outcome === 'buyer_awaited') {
        authentications.inc({ provider, result: 'started' });
      }
      if (operation === 'authorize' && declineClass !== undefined) {
        declines.inc({ provider, decline_class: declineClass });
      }
    },
    onOutcome: (name, outcome) => outcomes.inc({ provider: label(name), outcome }),
    onAuthenticated: (name, result) => authentications.inc({ provider: label(name), result }),
    onMovement: (name, movement, outcome) => movements.inc({ provider: label(name), movement, outcome }),
    onTokenRefused: (provider) => tokensRefused.inc({ provider }),
    onStoredCard: (name, outcome) => storedCards.inc({ provider: label(name), outcome }),
  };
}
