import { Link } from '@tanstack/react-router';
import { Icon } from '../text/icon.tsx';
import styles from './form-screen.module.css';

/** Link back to the list that a screen belongs to. */
export function BackLink({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <Link to={to} className={styles.back}>
      <Icon name="back" size={16} />
      {label}
    </Link>
  );
}
