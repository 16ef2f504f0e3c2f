/** As much of the list of clients as the test of the guide reads. */
export const CLIENTS: { tool: string; language: string; generate: string }[];
