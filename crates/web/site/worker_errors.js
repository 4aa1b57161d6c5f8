// The functions that answer the messages of a Worker are async: their exceptions are rejected promises, of which the page learns
// nothing. Thrown again, they are errors of the Worker.

export const reportRejections = () =>
  self.addEventListener("unhandledrejection", ({ reason }) => {
    throw reason;
  });
