import { Link } from '@tanstack/react-router';
import type { Home } from '../../../../../src/panel/home/schema.ts';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './home.module.css';

/** The first steps of a new shop; hidden after its first sale. */
export function FirstSteps({ steps }: { readonly steps: NonNullable<Home['firstSteps']> }) {
  return (
    <section className={styles.steps} aria-labelledby="primeiros-passos">
      <h2 id="primeiros-passos">Primeiros passos</h2>
      <ol>
        {steps.map(({ key, title, done, to }) => (
          <li key={key} className={done ? styles.done : undefined}>
            <Icon name={done ? 'check' : 'forward'} size={16} />
            <Link to={to}>{title}</Link>
            {done && <span className="visually-hidden">: feito</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
