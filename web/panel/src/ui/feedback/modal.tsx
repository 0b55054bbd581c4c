// A file of its own, so that it is loaded when a dialog is first opened.
export { Modal } from '@mantine/core';
