import type { ReactNode } from 'react';
import type { SaleKind } from '../../../../../src/panel/sales/schema.ts';
import { Icon, type IconName } from '../text/icon.tsx';
import styles from './kind.module.css';
import { KIND_NAMES } from './kind-names.ts';

const ICONS: Readonly<Record<SaleKind, IconName>> = {
  credit: 'card',
  debit: 'card',
  pix: 'pix',
  bankSlip: 'receipt',
  cash: 'cash',
  voucher: 'tag',
  other: 'receipt',
};

/** What was paid with, with its icon; other words in place of the kind's name, such as those of a card. */
export function Kind({ kind, children }: { readonly kind: SaleKind; readonly children?: ReactNode }) {
  return (
    <span className={styles.kind}>
      <Icon name={ICONS[kind]} size={15} />
      <span>{children ?? KIND_NAMES[kind]}</span>
    </span>
  );
}
