import { FeeTableFault, readFees } from '../../gateway/money/index.ts';
import { isBank, type MerchantAccount } from '../../gateway/providers/index.ts';
import { moment } from '../interface/moment.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { contentOfLines, linesOfFees } from './fee-lines.ts';
import { type FeeBandLine, FeesBody, MAX_LINES } from './schema.ts';
import type { AcquirerDependencies } from './show-account.ts';

/** What an account costs, in versions from a day on. */
export function feeRoutes(
  { accounts, money }: Pick<AcquirerDependencies, 'accounts' | 'money'>,
  found: (call: PanelCall<unknown, unknown>) => Promise<MerchantAccount>,
): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/acquirers/:id/fees',
      access: 'platform.acquirers.read',
      run: async (call) => {
        const { id, personId, provider } = await found(call);
        const [names, versions] = await Promise.all([
          accounts.namesOfPersons([personId]),
          money.fees.list(personId, provider),
        ]);
        return {
          account: { id, provider, pays: isBank(provider) ? 'pix' : 'card', shop: names.get(personId) ?? '' },
          items: versions.map(({ firstDay, content, createdAt }) => {
            const table = readFees(content);
            return {
              from: firstDay,
              lines: linesOfFees(table),
              prepayment: table.prepayment ?? null,
              saidAt: moment(createdAt),
            };
          }),
        };
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/acquirers/:id/fees',
      access: 'platform.acquirers.write',
      body: FeesBody,
      run: async (call) => {
        const { id, personId, provider } = await found(call);
        const { from: firstDay, lines, prepayment } = call.body;
        if (!new Date(`${firstDay}T00:00:00Z`).toJSON()?.startsWith(firstDay)) {
          throw refusePanel('field_invalid', { field: 'from', message: 'Escolha um dia que existe.' });
        }
        refuseBadLines(lines);
        const detail = `${provider} desde ${firstDay}`;
        await call.auditAround({ record: `acquirer:${id}`, detail, forPersonId: personId }, async () => {
          const content = contentOfLines(lines, prepayment);
          try {
            await money.fees.set({ personId, provider, firstDay, content });
          } catch (fault) {
            if (!(fault instanceof FeeTableFault)) throw fault;
            throw refusePanel('field_invalid', {
              field: 'lines',
              message: `A tabela não serve: ${fault.message}.`,
            });
          }
        });
        return null;
      },
    }),
  ];
}

function refuseBadLines(lines: readonly FeeBandLine[]): void {
  if (lines.length === 0 || lines.length > MAX_LINES) {
    throw refusePanel('field_invalid', { field: 'lines', message: `Informe de 1 a ${MAX_LINES} taxas.` });
  }
  const places = lines.map(({ kind, brand, from, to }) =>
    kind === 'credit' || kind === 'debit' ? `${kind} ${brand} ${from}-${to}` : kind,
  );
  if (new Set(places).size === places.length) return;
  throw refusePanel('field_invalid', { field: 'lines', message: 'A mesma taxa foi informada duas vezes.' });
}
