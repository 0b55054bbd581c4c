import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../text/icon.tsx';
import styles from './search-field.module.css';

const WAIT_MS = 250;

/** The search field of a list; `onSearch` is called shortly after the last key. */
export function SearchField(props: {
  readonly label: string;
  /** For a label that is too long for the field. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onSearch: (words: string) => void;
}) {
  const [typed, setTyped] = useState(props.value);
  const reported = useRef(props.value);
  const onSearch = useRef(props.onSearch);
  onSearch.current = props.onSearch;
  useEffect(() => {
    // Only accept a value set from elsewhere: the echo of a search is ignored, because more may have been typed since.
    if (props.value === reported.current) return;
    reported.current = props.value;
    setTyped(props.value);
  }, [props.value]);
  useEffect(() => {
    if (typed === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = typed;
      onSearch.current(typed);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={props.label}
      placeholder={props.placeholder ?? props.label}
      leftSection={<Icon name="search" />}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
