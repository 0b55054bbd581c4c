import type { ShownRule } from '../../../../../src/panel/routing/schema.ts';
import styles from './routing.module.css';

/** Rules in the order in which they are asked, in words. */
export function RuleList({ rules }: { readonly rules: readonly ShownRule[] }) {
  return (
    <ol className={styles.list}>
      {rules.map(({ name, whenText, accountsText }) => (
        <li key={name}>
          <b>{name}</b>
          <span className="soft">{whenText}</span>
          <span>Vai para {accountsText}</span>
        </li>
      ))}
      <li>
        <b>O resto</b>
        <span>Vai para a conta padrão</span>
      </li>
    </ol>
  );
}
