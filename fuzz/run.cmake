# SPDX-License-Identifier: BSL-1.0
# Runs FUZZER on 200,000 inputs that grow from a copy of CORPUS in FOLDER. What it finds stays in FOLDER.
file(REMOVE_RECURSE ${FOLDER})
file(COPY ${CORPUS}/ DESTINATION ${FOLDER}/corpus)
execute_process(COMMAND ${FUZZER} -runs=200000 -seed=1 -max_len=8192 -timeout=10 -print_final_stats=1
                        -artifact_prefix=${FOLDER}/ ${FOLDER}/corpus
                RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
string(REGEX MATCHALL "(Done|stat::)[^\n]+" lines "${text}")
list(JOIN lines "\n" summary)
message("${summary}")
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${text}")
endif()
