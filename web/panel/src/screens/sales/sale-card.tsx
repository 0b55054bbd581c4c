import { Link } from '@tanstack/react-router';
import type { SaleRow } from '../../../../../src/panel/sales/schema.ts';
import { authorizedNote } from '../../ui/feedback/authorized-note.ts';
import { Kind } from '../../ui/feedback/kind.tsx';
import { SaleStatus } from '../../ui/feedback/status.tsx';
import { RowCard } from '../../ui/lists/row-card.tsx';
import { documentText, type LocalFormats, money } from '../../ui/text/format.ts';
import { cardText, installmentsText, pageOf } from './sale-columns.tsx';

/** A sale on a phone. */
export function SaleCard({
  sale,
  formats,
  withShop = false,
  withDay = false,
}: {
  readonly sale: SaleRow;
  readonly formats: LocalFormats;
  readonly withShop?: boolean;
  readonly withDay?: boolean;
}) {
  const facts = [
    withShop ? sale.personName : null,
    authorizedNote(sale),
    sale.customerName ?? sale.referenceId ?? (sale.customerDocument && documentText(sale.customerDocument)),
    cardText(sale),
    installmentsText(sale),
  ].filter(Boolean);
  return (
    <Link {...pageOf(sale)}>
      <RowCard
        amount={money(sale.value)}
        state={<SaleStatus {...sale} />}
        about={<Kind kind={sale.kind}>{facts.join(' · ')}</Kind>}
        at={withDay ? formats.short(sale.createdAt) : formats.time(sale.createdAt)}
      />
    </Link>
  );
}
