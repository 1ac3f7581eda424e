/* confine.c: what a stranger's agent may take of the machine.
 *
 * Memory and the size of files have limits of the kernel's. Processes have one too, but it counts a
 * user's in all and does not hold for root; so a filter refuses every new one, as if there were no
 * room for it, and lets threads through, which the limit on memory bounds. It also refuses to reach
 * for other processes, which the sandbox hides and somebody without one has. It holds for the
 * process and all that it becomes.
 */
#include "course.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static bool refuse_processes(void)
{
#ifdef ARCHITECTURE
#define LOAD(field)                                                                                \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, field))
#define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), 0, skip)
#define ANSWER(verdict)     BPF_STMT(BPF_RET | BPF_K, (unsigned)(verdict))
#define REFUSE(number)      ANSWER(SECCOMP_RET_ERRNO | (number))
    struct sock_filter filter[] = {
        LOAD(arch),
        UNLESS(ARCHITECTURE, 1),
        BPF_STMT(BPF_JMP | BPF_JA, 1),
        REFUSE(ENOSYS),
        LOAD(nr),
#ifdef __NR_fork
        UNLESS(__NR_fork, 1),
        REFUSE(EAGAIN),
        UNLESS(__NR_vfork, 1),
        REFUSE(EAGAIN),
#endif
        UNLESS(__NR_kill, 1),
        REFUSE(EPERM),
        UNLESS(__NR_tkill, 1),
        REFUSE(EPERM),
        UNLESS(__NR_rt_sigqueueinfo, 1),
        REFUSE(EPERM),
        UNLESS(__NR_rt_tgsigqueueinfo, 1),
        REFUSE(EPERM),
        UNLESS(__NR_ptrace, 1),
        REFUSE(EPERM),
        UNLESS(__NR_process_vm_writev, 1),
        REFUSE(EPERM),
        UNLESS(__NR_pidfd_send_signal, 1),
        REFUSE(EPERM),
        UNLESS(__NR_tgkill, 4), // to a thread: of ours only
        LOAD(args[0]),
        UNLESS(getpid(), 1),
        ANSWER(SECCOMP_RET_ALLOW),
        REFUSE(EPERM),
        UNLESS(__NR_clone3, 1), // the C library then does with clone(), whose flags can be seen
        REFUSE(ENOSYS),
        UNLESS(__NR_clone, 3),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        REFUSE(EAGAIN),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
           !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#else
    return !setrlimit(RLIMIT_NPROC, &(struct rlimit){64, 64});
#endif
}

static void set_limit(__rlimit_resource_t resource, unsigned long long most)
{
    struct rlimit limit;
    if (!getrlimit(resource, &limit) && most < limit.rlim_max)
        limit.rlim_cur = limit.rlim_max = (rlim_t)most;
    setrlimit(resource, &limit);
}

/* True if everything is limited that was asked for. */
static PyObject *confine(PyObject *module, PyObject *arguments)
{
    (void)module;
    unsigned long long megabytes;
    if (!PyArg_ParseTuple(arguments, "K", &megabytes))
        return NULL;
    set_limit(RLIMIT_DATA, megabytes << 20);
    set_limit(RLIMIT_FSIZE, megabytes << 20);
    set_limit(RLIMIT_CORE, 0);
    return PyBool_FromLong(refuse_processes());
}

static PyMethodDef functions[] = {
    {"confine", confine, METH_VARARGS, "No more than so many megabytes, and no new process."},
    {NULL, NULL, 0, NULL},
};

int confine_add(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
