import { Link } from '@tanstack/react-router';
import type { SaleRow } from '../../../../../src/panel/sales/schema.ts';
import { authorizedNote } from '../../ui/feedback/authorized-note.ts';
import { SaleStatus } from '../../ui/feedback/status.tsx';
import { RowCard } from '../../ui/lists/row-card.tsx';
import { documentText, type LocalFormats, money } from '../../ui/text/format.ts';
import { cardText, installmentsText, pageOf } from './sale-columns.tsx';

/** A sale on a phone. */
export function SaleCard({ sale, formats }: { readonly sale: SaleRow; readonly formats: LocalFormats }) {
  const facts = [
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
        about={facts.join(' · ')}
        at={formats.time(sale.createdAt)}
      />
    </Link>
  );
}
