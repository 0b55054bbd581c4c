import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PayoutRow } from '../../../../../src/panel/reconciliation/schema.ts';
import { call } from '../../api/call.ts';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { Section } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { shortDayText } from '../receivables/receivable-words.ts';
import { PAYOUT_STATES } from './reconciliation-words.ts';

const PAGE = 10;

/** What acquirers paid, the newest first. */
export function Payouts() {
  const { rows, more } = usePages<PayoutRow>(['payouts'], (page, signal) =>
    call('GET /payouts', { query: { ...page, limit: PAGE }, signal }),
  );
  if (rows === undefined || rows.length === 0) return null;
  return (
    <Section title="Últimos pagamentos">
      <PlainTable headings={['Dia', 'De quem', 'Situação', 'Líquido']}>
        {rows.map((one) => (
          <tr key={`${one.accountId} ${one.payoutId}`}>
            <td>
              <Link
                to="/conciliacao/pagamentos/$id"
                params={{ id: one.payoutId }}
                search={{ conta: one.accountId }}
              >
                {shortDayText(one.payDay)}
              </Link>
            </td>
            <td>{[one.provider, one.brand].filter(Boolean).join(' ')}</td>
            <td>{PAYOUT_STATES[one.state] ?? 'Outra'}</td>
            <td>{money(one.net)}</td>
          </tr>
        ))}
      </PlainTable>
      {more && (
        <Button mt="sm" variant="default" loading={more.loading} onClick={() => more.load()}>
          Ver pagamentos mais antigos
        </Button>
      )}
    </Section>
  );
}
