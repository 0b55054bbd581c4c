import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Sale } from '../../../../../src/panel/sales/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { Item, ItemList } from '../../ui/lists/item-list.tsx';
import { Section } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { DISPUTE_LOOKS, deadlineText, KIND_LABELS } from '../disputes/dispute-words.ts';

function useDisputes(saleId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['disputes', 'of-sale', saleId],
    queryFn: ({ signal }) => call('GET /sales/:id/disputes', { path: { id: saleId }, signal }),
    enabled,
  });
}

/** What the buyer of a sale contests, and where a letter of it is typed in. */
export function SaleDisputes({ sale }: { readonly sale: Sale }) {
  const mayRecord = useMay('sales.refund');
  const isCaptured = sale.capturedAmount > 0 && !sale.demo && sale.method === null;
  const items = useDisputes(sale.id, isCaptured).data?.items ?? [];
  if (!isCaptured || (items.length === 0 && !mayRecord)) return null;
  return (
    <Section title="Disputas">
      {items.length > 0 && (
        <ItemList>
          {items.map((one) => (
            <Item
              key={one.id}
              title={
                <Link to="/disputas/$id" params={{ id: one.id }}>
                  {KIND_LABELS[one.kind]} de {money(one.amount)}
                </Link>
              }
              detail={deadlineText(one)}
              actions={<Badge {...DISPUTE_LOOKS[one.state]} />}
            />
          ))}
        </ItemList>
      )}
      {mayRecord && (
        <Link to="/vendas/$id/disputa" params={{ id: sale.id }}>
          Registrar uma disputa
        </Link>
      )}
    </Section>
  );
}

/** Before a refund: what is given back and lost in a dispute is lost twice. */
export function DoubleLoss({ saleId, isRefund }: { readonly saleId: string; readonly isRefund: boolean }) {
  const items = useDisputes(saleId, isRefund).data?.items ?? [];
  const contested = items.find(
    ({ state, kind }) => kind !== 'fraud_alert' && state !== 'won' && state !== 'accepted',
  );
  if (!contested) return null;
  return (
    <div style={{ marginTop: 14 }}>
      <Notice tone="bad">
        O comprador contestou {money(contested.amount)} desta venda. Se você estornar e a disputa for perdida,
        o dinheiro sai duas vezes. Responda à disputa em vez de estornar.
      </Notice>
    </div>
  );
}
