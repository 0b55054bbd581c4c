import { MoneyField } from '../../ui/forms/money-field.tsx';
import styles from './till.module.css';
import { withKeys } from './till-sale.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'] as const;

/** The value of a sale, typed or touched. */
export function ValueEntry(props: { readonly value: number; readonly onChange: (cents: number) => void }) {
  const { value, onChange } = props;
  return (
    <div className={styles.value}>
      <MoneyField
        label="Valor da venda"
        value={value}
        onChange={(cents) => onChange(cents ?? 0)}
        classNames={{ input: styles.amount ?? '' }}
        size="xl"
      />
      <div className={styles.keys}>
        {KEYS.map((key) => (
          <button key={key} type="button" onClick={() => onChange(withKeys(value, key))}>
            {key}
          </button>
        ))}
        <button
          type="button"
          aria-label="Apagar o último algarismo"
          onClick={() => onChange(Math.floor(value / 10))}
        >
          Apagar
        </button>
      </div>
    </div>
  );
}
