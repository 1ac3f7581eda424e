#define _GNU_SOURCE // CLONE_THREAD
#include "util/confine.h"

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

bool confine_process(void)
{
#ifdef ARCHITECTURE
#define LOAD(field)                                                                                \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, field))
#define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), 0, skip)
#define ANSWER(verdict)     BPF_STMT(BPF_RET | BPF_K, (unsigned)(verdict))
#define REFUSE(number)      ANSWER(SECCOMP_RET_ERRNO | (number))
#define OWN_ONLY(number)    /* a call whose first argument is a process */                         \
    UNLESS(number, 4), LOAD(args[0]), UNLESS(getpid(), 1), ANSWER(SECCOMP_RET_ALLOW), REFUSE(EPERM)
    struct sock_filter filter[] = {
        LOAD(arch),
        UNLESS(ARCHITECTURE, 1),
        BPF_STMT(BPF_JMP | BPF_JA, 1),
        REFUSE(ENOSYS),
        LOAD(nr),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), // x32: the same calls again
        REFUSE(ENOSYS),
#ifdef __NR_fork
        UNLESS(__NR_fork, 1),
        REFUSE(EAGAIN),
        UNLESS(__NR_vfork, 1),
        REFUSE(EAGAIN),
#endif
        OWN_ONLY(__NR_kill),
        OWN_ONLY(__NR_tgkill),
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
