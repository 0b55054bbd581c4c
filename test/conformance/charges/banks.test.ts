import { BANK_FAULTS, openBankSubject } from './bank-subject.ts';
import { chargeConformance } from './charge-conformance.ts';

/** The one nearest to the document, and the one with most ways of its own. */
for (const profile of ['SICREDI', 'C6BANK'] as const) {
  chargeConformance(`the connector for ${profile}`, openBankSubject(profile), {
    credentials: true,
    wire: BANK_FAULTS,
  });
}
