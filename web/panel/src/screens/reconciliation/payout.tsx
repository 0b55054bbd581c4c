import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet, Split } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { dayText } from '../receivables/receivable-words.ts';
import { CLASS_LOOKS, PAYOUT_STATES } from './reconciliation-words.ts';

/** A payment of an acquirer, with the sales that it pays. */
export function PayoutScreen() {
  const { id } = useParams({ from: '/inside/conciliacao/pagamentos/$id' });
  const { conta } = useSearch({ from: '/inside/conciliacao/pagamentos/$id' });
  const query = conta === undefined ? {} : { account: conta };
  const found = useQuery({
    queryKey: ['payout', id, query],
    queryFn: ({ signal }) => call('GET /payouts/:id', { path: { id }, query, signal }),
  });
  if (found.isError) return <ErrorNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const { payout, lines } = found.data;
  return (
    <>
      <ScreenHead title={`Pagamento de ${dayText(payout.payDay)}`}>
        <Link to="/conciliacao">Voltar à conciliação</Link>
      </ScreenHead>
      <Sheet>
        <Split
          figures={[
            ['Caiu na conta', money(payout.net)],
            ['Situação', PAYOUT_STATES[payout.state] ?? 'Outra'],
            ['Conta', payout.bankAccount ?? 'não informada'],
          ]}
        />
        <Section title="O que ele paga">
          <PlainTable headings={['Venda', 'Resultado', 'Explicação', 'Líquido']}>
            {lines.map((line) => (
              <tr key={line.id}>
                <td>
                  {line.transactionId === null ? (
                    line.what
                  ) : (
                    <Link to="/vendas/$id" params={{ id: line.transactionId }}>
                      {line.what}
                    </Link>
                  )}
                </td>
                <td>
                  <Badge {...CLASS_LOOKS[line.class]} />
                </td>
                <td>{line.explanation}</td>
                <td>{money(line.net)}</td>
              </tr>
            ))}
          </PlainTable>
        </Section>
      </Sheet>
    </>
  );
}
