import type { ShownRule } from '../../../../../src/panel/routing/schema.ts';
import styles from './routing.module.css';

/** Rules in the order in which they are asked, in words. */
export function RuleList({
  rules,
  rest,
}: {
  readonly rules: readonly ShownRule[];
  /** Where goes what none of them speaks of. */
  readonly rest: string | null;
}) {
  return (
    <ol className={styles.list}>
      {rules.map(({ name, whenText, accountsText }) => (
        <li key={name}>
          <b>{name}</b>
          <span className="soft">{whenText}</span>
          <span>Vai para {accountsText}</span>
        </li>
      ))}
      {rest !== null && (
        <li>
          <b>O resto</b>
          <span>{rest}</span>
        </li>
      )}
    </ol>
  );
}
