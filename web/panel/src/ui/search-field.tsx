import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './search-field.module.css';

const WAIT_MS = 250;

/** The words that a list is searched for; told a moment after the last key. */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (words: string) => void;
}) {
  const [typed, setTyped] = useState(props.value);
  const onSearch = useRef(props.onSearch);
  onSearch.current = props.onSearch;
  useEffect(() => {
    if (typed === props.value) return;
    const timer = setTimeout(() => onSearch.current(typed), WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed, props.value]);
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={props.label}
      placeholder={props.label}
      leftSection={<Icon name="search" />}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
