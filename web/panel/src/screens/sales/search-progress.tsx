import { Button, Loader } from '@mantine/core';
import { useFormats } from '../../session/session.ts';
import { count } from '../../ui/text/format.ts';
import styles from './sales.module.css';

/** Says how far the search for sales that few pass has come, while older ones are still looked at. */
export function SearchProgress({
  found,
  lookedUntil,
  onStop,
}: {
  readonly found: number;
  readonly lookedUntil: string;
  readonly onStop: () => void;
}) {
  const { date } = useFormats();
  return (
    <div className={styles.progress}>
      <Loader size={16} aria-hidden="true" />
      <span role="status">
        Procurando nas vendas mais antigas: {found === 1 ? '1 encontrada' : `${count(found)} encontradas`} até{' '}
        {date(lookedUntil)}.
      </span>
      <Button variant="subtle" size="compact-md" onClick={onStop}>
        Parar
      </Button>
    </div>
  );
}
