import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { money } from '../text/format.ts';
import styles from './roll.module.css';

const WIDTH_KEY = 'guiche-bobina';

/** What a till prints, as it looks on paper 58 or 80 mm wide. Printing the screen prints only this. */
export function Roll(props: {
  /** Beside the choice of the paper. */
  readonly actions?: ReactNode;
  /** Pages. */
  readonly children: ReactNode;
}) {
  const [width, setWidth] = useState(localStorage.getItem(WIDTH_KEY) === '58' ? '58' : '80');
  const choose = (chosen: string) => {
    localStorage.setItem(WIDTH_KEY, chosen);
    setWidth(chosen);
  };
  return (
    <div className={styles.roll}>
      <div className={styles.choice}>
        <SegmentedControl
          aria-label="Largura da bobina"
          data={[
            { value: '58', label: '58 mm' },
            { value: '80', label: '80 mm' },
          ]}
          value={width}
          onChange={choose}
        />
        {props.actions}
      </div>
      <div className={width === '58' ? styles.narrow : styles.wide} data-roll>
        {props.children}
      </div>
    </div>
  );
}

export function RollPage({ children }: { readonly children: ReactNode }) {
  return <article className={styles.page}>{children}</article>;
}

export function RollHead({ children }: { readonly children: ReactNode }) {
  return <p className={styles.head}>{children}</p>;
}

export function RollCentered({ children }: { readonly children: ReactNode }) {
  return <p className={styles.centered}>{children}</p>;
}

/** A text and an amount, at the two edges. */
export function RollLine(props: {
  readonly label: ReactNode;
  /** Centavos. */
  readonly cents: number;
  readonly strong?: boolean;
}) {
  return (
    <p className={props.strong ? `${styles.line} ${styles.strong}` : styles.line}>
      <span>{props.label}</span>
      <span>{money(props.cents)}</span>
    </p>
  );
}
