import { NativeSelect } from '@mantine/core';
import styles from './reference-filter.module.css';
import type { ReferenceSearch, StateChoice } from './reference-search.ts';
import { SearchField } from './search-field.tsx';

/** The filters of a list by reference and state. */
export function ReferenceFilter({
  search: { ref = '', situacao = '' },
  choices,
  onChange,
}: {
  readonly search: ReferenceSearch;
  readonly choices: readonly StateChoice[];
  /** Called with what changed; `''` clears a filter. */
  readonly onChange: (change: ReferenceSearch) => void;
}) {
  return (
    <div className={styles.filters}>
      <SearchField label="Parte da referência" value={ref} onSearch={(words) => onChange({ ref: words })} />
      <NativeSelect
        aria-label="Situação"
        data={[...choices]}
        value={situacao}
        onChange={(event) => onChange({ situacao: event.currentTarget.value })}
      />
    </div>
  );
}
