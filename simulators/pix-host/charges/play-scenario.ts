import type { Host } from '../host.ts';
import { isPayable, receivePayment } from '../payments/receive.ts';
import { takeBack } from '../payments/take-back.ts';
import type { Scenario } from '../scenarios.ts';
import type { Charge } from './book.ts';

const SOON_MS = 2_000;
const MINUTE_MS = 60_000;
const COMPLAINT_MS = 5_000;

const WAIT_MS: Readonly<Partial<Record<Scenario, number>>> = {
  paid_soon: SOON_MS,
  paid_in_a_minute: MINUTE_MS,
  taken_back: SOON_MS,
  notice_lost: SOON_MS,
  notice_three_times: SOON_MS,
  refund_fails: SOON_MS,
};

/** Pays a new charge by itself, where its amount says so. */
export function playScenario(host: Host, charge: Charge, scenario: Scenario | undefined): void {
  const waitMs = scenario && WAIT_MS[scenario];
  if (waitMs === undefined) return;
  void (async () => {
    if (!(await host.clock.wait(waitMs)) || !isPayable(host, charge)) return;
    const payment = receivePayment(host, charge, {});
    if (scenario !== 'taken_back' || !(await host.clock.wait(COMPLAINT_MS))) return;
    takeBack(host, payment, { nature: 'MED_FRAUDE', amount: payment.amount });
  })();
}
