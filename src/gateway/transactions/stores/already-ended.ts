/** Thrown when the attempt or movement that a change ends has already ended; nothing is written. */
export class AlreadyEnded extends Error {
  constructor(subject: string) {
    super(`${subject} was ended by somebody else`);
    this.name = 'EndedBefore';
  }
}
