import { useQuery } from '@tanstack/react-query';
import type { Sale } from '../../../../../src/panel/sales/schema.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { Section } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { RECEIVABLE_LOOKS, shortDayText } from '../receivables/receivable-words.ts';

/** Money on the way is written a few seconds after the capture. */
const REFRESH_MS = 5_000;

/** When the money of a sale comes, installment by installment. */
export function SaleReceivables({ sale }: { readonly sale: Sale }) {
  const isCaptured = sale.capturedAmount > 0 && !sale.demo && sale.method === null;
  const found = useQuery({
    queryKey: ['sale-receivables', sale.id, sale.updatedAt],
    queryFn: ({ signal }) => call('GET /sales/:id/receivables', { path: { id: sale.id }, signal }),
    enabled: isCaptured,
    refetchInterval: ({ state: { data } }) => (data?.items.length === 0 ? REFRESH_MS : false),
  });
  const items = found.data?.items ?? [];
  if (!isCaptured || items.length === 0) return null;
  return (
    <Section title="Quando o dinheiro cai">
      <PlainTable headings={['Parcela', 'Cai em', 'Situação', 'Líquido']}>
        {items.map(({ line, kind, installment, installments, dueDay, status, net }) => (
          <tr key={line}>
            <td>{kind === 'installment' ? `${installment}/${installments}` : 'desconto'}</td>
            <td>{shortDayText(dueDay)}</td>
            <td>
              <Badge {...RECEIVABLE_LOOKS[status]} />
            </td>
            <td>{money(net)}</td>
          </tr>
        ))}
      </PlainTable>
      {items.some(({ feeUnknown }) => feeUnknown) && (
        <p className="soft">Sem a tabela de taxas desta adquirente, o líquido é igual ao bruto.</p>
      )}
    </Section>
  );
}
