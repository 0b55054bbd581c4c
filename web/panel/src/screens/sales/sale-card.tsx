import { Link } from '@tanstack/react-router';
import type { SaleRow } from '../../../../../src/panel/sales/schema.ts';
import { documentText, type LocalFormats, money } from '../../ui/format.ts';
import { SaleStatus } from '../../ui/status.tsx';
import { cardText, installmentsText, pageOf } from './sale-columns.tsx';
import styles from './sales.module.css';

/** A sale on a phone. */
export function SaleCard({ sale, formats }: { readonly sale: SaleRow; readonly formats: LocalFormats }) {
  const facts = [
    sale.customerName ?? sale.referenceId ?? (sale.customerDocument && documentText(sale.customerDocument)),
    cardText(sale),
    installmentsText(sale),
  ].filter(Boolean);
  return (
    <Link {...pageOf(sale)}>
      <span className={styles.cardTop}>
        <b className="number">{money(sale.amount)}</b>
        <SaleStatus {...sale} />
      </span>
      <span className={styles.cardBottom}>
        <span>{facts.join(' · ')}</span>
        <span className="number">{formats.time(sale.createdAt)}</span>
      </span>
    </Link>
  );
}
