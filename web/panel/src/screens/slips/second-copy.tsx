import type { SlipLine } from '../../../../../src/panel/slips/schema.ts';
import { CopyButton } from '../../ui/screens/facts.tsx';
import { money } from '../../ui/text/format.ts';
import styles from './slips.module.css';

/** The slip once more, while somebody can pay it: to open, to print, to send. */
export function SecondCopy({ slip }: { readonly slip: SlipLine }) {
  const { url, pdf, amount, payerName } = slip;
  if (url === null || pdf === null) return null;
  const whose = `do boleto de ${money(amount)}${payerName === null ? '' : ` de ${payerName}`}`;
  return (
    <span className={styles.copies}>
      <a href={url} target="_blank" rel="noopener" aria-label={`Abrir a página ${whose}`}>
        Abrir
      </a>
      <a href={pdf} target="_blank" rel="noopener" aria-label={`PDF ${whose}`}>
        PDF
      </a>
      <CopyButton text={url} what={`o link ${whose}`} />
    </span>
  );
}
