import { healthKey, isBank, type MerchantAccount } from '../../gateway/providers/index.ts';
import { momentFromIso } from '../../platform/time/moment-from-iso.ts';
import { momentText } from '../interface/moment.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { PauseBody } from './schema.ts';
import { type AcquirerDependencies, showAccount } from './show-account.ts';

type FindAccount = (call: PanelCall<unknown, unknown>) => Promise<MerchantAccount>;

/** Keeps new sales from an account for cards that has another one beside it, and takes that back. */
export function pauseRoutes(
  dependencies: AcquirerDependencies,
  found: FindAccount,
): readonly AnyPanelRoute[] {
  const { accountHealth, clock, time } = dependencies;
  const forCards = async (call: PanelCall<unknown, unknown>) => {
    const account = await found(call);
    const { id, personId, provider } = account;
    if (isBank(provider)) throw refusePanel('pause_of_bank');
    return {
      account,
      key: healthKey({ accountId: id, provider }),
      record: `acquirer:${id}`,
      about: { forPersonId: personId, detail: `${provider} de ${personId}` },
    };
  };
  return [
    panelRoute({
      method: 'POST',
      path: '/acquirers/:id/pause',
      access: 'platform.acquirers.write',
      stepUp: true,
      body: PauseBody,
      run: async (call) => {
        const { account, key, record, about } = await forCards(call);
        const since = clock.now();
        const until = endOf(call.body, dependencies, since);
        const reason = call.body.reason?.trim() || undefined;
        const end = until === undefined ? 'até ser retomada' : `até ${momentText(until, time)}`;
        const detail = [about.detail, end, reason].filter(Boolean).join(' · ');
        await accountHealth.pause(key, { since, until, reason }, (transaction) =>
          call.audit(transaction, record, { ...about, detail }),
        );
        return showAccount(dependencies, account);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/acquirers/:id/resume',
      access: 'platform.acquirers.write',
      stepUp: true,
      run: async (call) => {
        const { account, key, record, about } = await forCards(call);
        await accountHealth.resume(key, (transaction) => call.audit(transaction, record, about));
        return showAccount(dependencies, account);
      },
    }),
  ];
}

function endOf(
  { until }: PauseBody,
  { time }: Pick<AcquirerDependencies, 'time'>,
  now: number,
): number | undefined {
  if (!until?.trim()) return undefined;
  const end = momentFromIso(until, time);
  if (Number.isNaN(end) || end <= now) throw refusePanel('pause_end_invalid', { field: 'until' });
  return end;
}
